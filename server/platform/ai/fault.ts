/**
 * Why the endpoint gave no usable answer, in words of our own.
 * - `setup`: no request would succeed: the key, the address or the model are wrong.
 * - `unavailable`: it could not be had, or had too much to do, as often as it was tried.
 * - `refused`: it does not take this content.
 * - `cutOff`: its answer is longer than it may be: it may answer a part of this content.
 * - `unusable`: what it answered is not what was asked for.
 */
export class AiFault extends Error {
  readonly kind: 'setup' | 'unavailable' | 'refused' | 'cutOff' | 'unusable'
  constructor(kind: AiFault['kind'], message: string) {
    super(message)
    this.name = 'AiFault'
    this.kind = kind
  }
}
