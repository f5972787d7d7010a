import { runProcess } from '@kla/chassis'
import { readConfig } from './config.js'
import { createService } from './service.js'

await runProcess(() => createService(readConfig()))
