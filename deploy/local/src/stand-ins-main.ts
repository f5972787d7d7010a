import { createLogger, runService } from '@kla/chassis'
import { createStandInsProcess, readStandInsConfig } from './stand-ins/process.js'

await runService(() => createStandInsProcess(readStandInsConfig(), createLogger({ service: 'stand-ins' })))
