/** The same, and what can be dragged: as much again, fetched with the first of it. */
export { domMax } from 'framer-motion'
