export * from './test-platform.js'
export * from './watched-pair.js'
