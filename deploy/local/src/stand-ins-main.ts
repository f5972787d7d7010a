import { createLogger, runProcess } from '@kla/chassis'
import { createStandInsProcess } from './stand-ins/process.js'
import { readStandInsConfig } from './stand-ins/process-config.js'

await runProcess(() => createStandInsProcess(readStandInsConfig(), createLogger({ service: 'stand-ins' })))
