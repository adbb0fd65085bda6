/** Loaded before a server: ends all its threads when it gets the signal SIGUSR2. */
import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'

if (threads.isMainThread)
  threads.Worker = class extends threads.Worker {
    constructor(...given: ConstructorParameters<typeof threads.Worker>) {
      super(...given)
      process.on('SIGUSR2', () => void this.terminate())
    }
  }
syncBuiltinESMExports()
