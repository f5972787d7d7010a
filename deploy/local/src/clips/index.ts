export * from './catalogue.js'
export * from './host.js'
export * from './manifest.js'
export * from './render.js'
