export type { Config } from './config.js'
export { createService, type MediaSignallingService } from './service.js'
