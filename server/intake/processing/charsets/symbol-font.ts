/** The font Symbol, whose bytes are Greek letters and signs of mathematics (Adobe's Symbol encoding). */

const low = '!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'
const high =
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\uFFFD〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'

/** One character for each byte; what has no sign is a space, and controls are themselves. */
export function decodeSymbol(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) {
    if (byte <= 0x20) text += String.fromCharCode(byte)
    else if (byte < 0x7f) text += low[byte - 0x21] ?? ' '
    else text += (byte < 0xa0 ? undefined : high[byte - 0xa0]) ?? ' '
  }
  return text
}
