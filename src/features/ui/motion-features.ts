/** What moves and can be dragged; fetched after the first paint. */
export { domMax } from 'framer-motion'
