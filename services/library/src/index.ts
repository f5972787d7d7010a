export type { Config } from './config.js'
export { createService, type LibraryService } from './service.js'
