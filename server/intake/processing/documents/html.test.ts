import { describe, expect, it, vi } from 'vitest'
import { htmlText, sanitiseHtml, shownHtml } from './html.ts'

describe('sanitiseHtml', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img src="https://tracker.example/p.gif">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="https://evil.example/">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<form action="https://evil.example"><input name=a></form>',
    '<link rel=stylesheet href="https://evil.example/a.css">',
    '<div style="background:url(https://evil.example/a.png)">x</div>',
    '<div style="width: expression(alert(1)); color: url(http://evil.example)">x</div>',
    '<style>@import "https://evil.example/a.css"; body { background: url(//evil.example) }</style>',
    '<svg><script>alert(1)</script><image href="https://evil.example"/></svg>',
    '<meta http-equiv="refresh" content="0; url=https://evil.example">',
    '<base href="https://evil.example/">',
    '<table background="https://evil.example/b.png"><tr><td background="//evil.example/c">x</table>',
    '<object data="https://evil.example"></object><embed src="https://evil.example">',
    '<video src="https://evil.example" poster="https://evil.example"></video>',
    '<img srcset="https://evil.example 2x">',
    '<img src="data:text/html,<script>alert(1)</script>">',
    '<iframe srcdoc="<script>alert(1)</script><img src=https://evil.example onerror=alert(1)>"></iframe>',
    '<noscript><img title="</noscript><img src=x>"></noscript>',
    '<textarea></textarea><img src=x onerror=alert(1)></textarea>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
    '<button formaction="https://evil.example" onclick=alert(1)>x</button>',
  ])('leaves nothing that acts or loads: %s', (html) => {
    const clean = sanitiseHtml(html)
    // A link's target may be read (in a title), never followed.
    const withoutTitles = clean.replace(/ title="[^"]*"/g, '')
    expect(withoutTitles).not.toMatch(/evil|tracker|javascript|alert|<script|<style|on\w+=|src=|href=|url\(/i)
  })

  it('shows where a link leads without leading there', () => {
    expect(sanitiseHtml('<a href="https://x.example/a?b=1&c=2">here</a>')).toBe(
      '<a title="https://x.example/a?b=1&amp;c=2">here</a>',
    )
  })

  it('says where an image was not loaded, and shows images of the message', () => {
    const inline = new Map([['logo@x', 'data:image/png;base64,AAAA']])
    expect(
      sanitiseHtml(
        '<img src="cid:logo@x" alt="L"><img src="cid:other"><img src="http://a/b" alt="Map">',
        inline,
      ),
    ).toBe(
      '<img src="data:image/png;base64,AAAA" alt="L" /><span data-blocked="image">[image]</span><span data-blocked="image">[image: Map]</span>',
    )
  })

  it('survives absurd nesting', () => {
    const deep = `${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`
    expect(htmlText(sanitiseHtml(deep))).toBe('deep')
  })

  it('loses no word that stands deeper than tags are kept, and parts it from others', () => {
    const deep = (html: string) =>
      htmlText(sanitiseHtml(`${'<div>'.repeat(300)}${html}${'</div>'.repeat(300)}`))
    expect(deep('one<img src="https://x.example/a.png">two')).toBe('one [image] two')
    expect(deep('<input value="&lt;one>"> two')).toBe('<one> two')
    expect(deep('<p>one</p><p>t<b>w</b>o</p><div>three</div>')).toBe('one two three')
  })

  it('does not look at the words of elements that stand so deep again at each tag', () => {
    const count = 3000
    const html = `${'<div>'.repeat(300)}${'<input value="word">'.repeat(count)}`
    const { trim } = String.prototype
    let looked = 0
    const spy = vi.spyOn(String.prototype, 'trim').mockImplementation(function (this: string) {
      looked += this.length
      return trim.call(this)
    })
    const clean = sanitiseHtml(html)
    spy.mockRestore()
    expect(htmlText(clean).match(/word/g)).toHaveLength(count)
    expect(looked).toBeLessThan(10 * html.length)
  })
})

it('frames in frames keep their words, however deep they are', () => {
  const escaped = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  let page = 'innermost'
  for (let depth = 0; depth < 12; depth++) page = `<p>${depth}<iframe srcdoc="${escaped(page)}"></iframe>`
  const text = htmlText(sanitiseHtml(page))
  for (const words of ['11', '10', 'innermost']) expect(text).toContain(words)
})

it('loses nothing behind a frame, and says nothing twice', () => {
  const text = (html: string) => htmlText(sanitiseHtml(html))
  expect(text('<p>a</p><iframe src="https://x.example/y" /><p>VOID</p>')).toBe('a\n\nVOID')
  expect(text('<iframe src="https://x.example/y">instead</iframe>after')).toBe('instead\nafter')
  expect(text('<iframe srcdoc="in it">instead</iframe>after<input value="x">y<b>z</b>')).toBe(
    'instead\nafter\nx\nyz\nin it',
  )
})

describe('htmlText', () => {
  it.each([
    // What a page shows besides its paragraphs, each apart from what stands beside it.
    ['<label>Name</label><input value="Okafor"><button>Send</button>', 'Name\nOkafor\nSend'],
    ['<input type=submit value=Go><input type=hidden value=h><input type=password value=p>x', 'Go\nx'],
    ['<input type=checkbox value=yes>x<input type=TEXT value=y>', 'x\ny'],
    ['<details><summary>Terms</summary>Net 30</details>', 'Terms\nNet 30'],
    ['<form><fieldset><legend>Price</legend>100</fieldset>units</form>', 'Price\n100\nunits'],
    ['<select><optgroup><option>100 units<option selected>999 units</select>', '100 units\n999 units'],
    ['<textarea>as <b>typed</b>\n  here</textarea>then', 'as <b>typed</b>\n  here\nthen'],
    ['a<noscript>b <p>c</noscript>', 'a\nb\nc'],
    ['<svg><style>.a{}</style><text>Main <tspan>valve</tspan></text><text>7</text></svg>', 'Main valve\n7'],
    ['<math><mi>x</mi><mo>=</mo><mn>2</mn></math>', 'x=2'],
    // A page in a frame stands behind the one around it; without a closing tag all of the rest is within the frame.
    ['<iframe srcdoc="<p>in &lt;b&gt;it&lt;/b&gt;"></iframe>after', 'after\nin it'],
    ['a<iframe src="https://x.example"/><p>rest', 'a\nrest'],
    ['a<iframe srcdoc="<p>in it"/>rest', 'a\nrest\nin it'],
    ['<svg><title>Plan</title><desc>of the site</desc><text>North</text></svg>', 'Plan\nof the site\nNorth'],
    // Of a head that ends nowhere, or has words, browsers show the words.
    ['<html><head><title>never</title><meta charset="utf-8"><p>One<p>Two', 'One\n\nTwo'],
    ['<head><style>p{}</style><div>One</div></head><body>Two', 'One\nTwo'],
    // What nobody knows parts words; what may stand in a word does not.
    ['<x-price>100</x-price><x-unit>units</x-unit>', '100 units'],
    [
      '<video>no film</video><object>no object</object><canvas>no drawing</canvas>',
      'no film no object no drawing',
    ],
    [
      'wo<st1:place>rd</st1:place>s <acronym>E</acronym>U o<script>x</script>k a<o:p></o:p>b',
      'words EU ok ab',
    ],
    ['<template>never</template><title>never</title>b<i>ol</i>d', 'bold'],
    ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<div>a</div><div>b <b>c</b></div>', 'a\nb c'],
    ['<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>', '1\t2\n3'],
    ['Fish &amp; chips &lt;5&nbsp;&euro; &#228;', 'Fish & chips <5 € ä'],
    ['<pre>a\n  b</pre>c', 'a\n  b\nc'],
    ['<ul><li>x</li><li>y</li></ul>', 'x\ny'],
    ['<html><head><title>T</title><style>p{}</style></head><body>\n  x\n  y </body></html>', 'x y'],
    ['un<b>believ</b>able', 'unbelievable'],
    ['', ''],
  ])('%s', (html, text) => {
    expect(htmlText(sanitiseHtml(html))).toBe(text)
  })
})

describe('words that nobody sees', () => {
  const seen = (source: string) => {
    const { html, hidden } = shownHtml(source)
    return [htmlText(html), hidden]
  }
  const styled = (style: string, words = 'q') => `<span style="${style}">${words}</span>`

  it.each([
    ['display:none', `x${styled('display:none')}y`, 'xy', 'q'],
    ['display:none, in capitals and important', `x${styled('DISPLAY: None !important')}y`, 'xy', 'q'],
    ['of no size', `x${styled('font-size:0')}y${styled('font:0/0 Arial', 'r')}z`, 'xyz', 'q\nr'],
    ['of a pixel', `x${styled('font-size:1px')}y`, 'xy', 'q'],
    ['invisible', `x${styled('visibility:hidden')}y`, 'xy', 'q'],
    ['transparent', `x${styled('opacity:0')}y`, 'xy', 'q'],
    ['by their attribute', 'a<div hidden>q <b>r</b></div>b', 'ab', 'q r'],
    ['of no height', '<div style="max-height:0;overflow:hidden">q</div>b', 'b', 'q'],
    ['outside of the page', '<p style="position:absolute;left:-9999px">q</p>b', 'b', 'q'],
    [
      'by a style sheet',
      '<style>.g, #h { display: none }</style>a<i class="x g">q</i><i id=h>r</i>',
      'a',
      'qr',
    ],
    ['by a tag’s style', '<style><!-- /* x */ I{visibility:hidden} --></style>a<i>q</i>', 'a', 'q'],
    ['of a template', 'a<template>q</template>', 'a', 'q'],
    [
      'of what Outlook alone shows',
      'a<!--[if gte mso 9]><xml><o:x>96</o:x></xml><p>q</p><![endif]-->b',
      'ab',
      'q',
    ],
    ['behind a comment that does not end', '<p>a</p><!-- <p>q</p>', 'a', 'q'],
  ])('%s stand apart from those that are seen', (_, source, shown, hidden) => {
    expect(seen(source)).toEqual([shown, hidden])
  })

  it.each([
    ['of a size within what has none', '<div style="font-size:0"><p style="font-size:12px">a</p></div>'],
    [
      'of a table within what has no size, where a page is of no standard',
      '<div style="font-size:0"><table><td>a</table>',
    ],
    [
      'visible within what is not',
      '<div style="visibility:hidden"><p style="visibility:visible">a</p></div>',
    ],
    [
      'by a class that another one beside it undoes',
      '<style>.tab{display:none}.tab.active{display:block}</style><div class="tab active">a</div>',
    ],
    [
      'by the later of two classes',
      '<style>.hide{display:none}.show{display:block}</style><div class="show hide">a</div>',
    ],
    [
      'by what is important',
      '<style>.a{display:block!important}</style><p class=a style="display:none">a</p>',
    ],
    ['by its own style', '<style>.a{opacity:0}</style><p class=a style="opacity:1">a</p>'],
    ['in room that padding makes', '<div style="height:0;padding-bottom:56%;overflow:hidden">a</div>'],
    ['in a line, which cuts nothing', '<span style="max-height:0;overflow:hidden">a</span>'],
    [
      'that a style sheet hides when they are printed',
      '<style>@media print{p{display:none}}</style><p>a</p>',
    ],
    ['that a later rule shows again', '<style>.a{display:none}.a{display:block}</style><p class=a>a</p>'],
    ['that Outlook shows too', '<!--[if !mso]><!--><p>a</p><!--<![endif]-->'],
    ['behind what is no comment in HTML', '<body><![CDATA[ > <p>a</p>'],
    ['behind a style within a drawing', '<svg><style></svg2><p>a</p>'],
    ['behind a script within a drawing', '<svg><script/><p>a</p></svg>'],
    ['behind a comment that ends as old ones do', '<!-->a'],
    [
      'pictures in letters of no size',
      '<div style="font-size:0"><img alt="" src="https://x.example/a"></div>',
    ],
  ])('are not those %s', (_, source) => {
    expect(seen(source)).toEqual([source.includes('<img') ? '[image]' : 'a', ''])
  })

  it('tells where links lead and what things are called', () => {
    const { links, title, titles } = shownHtml(
      '<title>The plan</title><a href="https://x.example/plan?a=1&amp;b" title="To the plan">here</a><a href="#">top</a>',
    )
    expect([links, title, titles]).toEqual([['https://x.example/plan?a=1&b'], 'The plan', ['To the plan']])
  })

  it('is kept as its source where it opens more elements than it has characters', () => {
    const fonts = Array.from({ length: 1000 }, (_, size) => `<font size=${size}>`).join('')
    const page = shownHtml(`<div>${fonts}</div>${'<div>word</div>'.repeat(1000)}`)
    expect(page.isSource).toBe(true)
    expect(htmlText(page.html)).toContain('<div>word</div>')
  })
})
