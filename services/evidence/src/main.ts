import { runService } from '@kla/chassis'
import { readConfig } from './config.js'
import { createService } from './service.js'

await runService(() => createService(readConfig()))
