import { useEffect, useState } from 'react'

/** True once `wait` ms have passed: what is quick never flickers. */
export function useWaited(wait: number): boolean {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), wait)
    return () => clearTimeout(timer)
  }, [wait])
  return waited
}
