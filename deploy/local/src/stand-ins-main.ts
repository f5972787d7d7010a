import { createLogger, runProcess } from '@kla/chassis'
import { createStandInsProcess, readStandInsConfig } from './stand-ins/process.js'

await runProcess(() => createStandInsProcess(readStandInsConfig(), createLogger({ service: 'stand-ins' })))
