export * from './authority.js'
export * from './identities.js'
