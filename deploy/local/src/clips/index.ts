export * from './catalogue.js'
export * from './render.js'
export * from './render.js'
