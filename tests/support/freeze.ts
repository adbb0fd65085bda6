/** Makes a value and everything in it refuse to be changed: a decision or a fold that tries throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (value instanceof Map || value instanceof Set) {
    for (const entry of value) deepFreeze(entry)
    const refuse = () => {
      throw new TypeError('A frozen collection was changed')
    }
    const methods = value instanceof Map ? ['set', 'delete', 'clear'] : ['add', 'delete', 'clear']
    for (const method of methods) Object.defineProperty(value, method, { value: refuse })
    return Object.freeze(value)
  }
  Object.freeze(value)
  for (const inner of Object.values(value)) deepFreeze(inner)
  return value
}
