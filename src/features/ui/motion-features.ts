/** What appears, moves and goes; fetched after the first paint. */
export { domAnimation } from 'framer-motion'
