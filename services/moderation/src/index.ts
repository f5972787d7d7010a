export { readConfig, type Config } from './config.js'
export { createService, type Overrides, type Service } from './service.js'
