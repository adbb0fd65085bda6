/** The chart library with only the parts that are used. Nothing but the drawing imports this, so that it comes with the first chart. */
import { BarChart, HeatmapChart, SankeyChart } from 'echarts/charts'
import { GridComponent, VisualMapComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

// No tooltips: theirs are HTML, and what stands in a chart comes from documents. What is pointed at is said above it.
use([BarChart, HeatmapChart, SankeyChart, GridComponent, VisualMapComponent, SVGRenderer])

export { init }
