export { readConfig, type Config } from './config.js'
export { createService, type AuthService, type Overrides } from './service.js'
