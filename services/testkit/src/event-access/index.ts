export * from './audience.js'
export * from './requests.js'
export * from './table.js'
