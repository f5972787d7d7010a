export * from './coturn.js'
export * from './eventually.js'
export * from './infrastructure.js'
export * from './principals.js'
