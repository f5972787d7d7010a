/** What other packages take without the platform, which loads every library of the services. */

export * from './go-programs.js'
export * from './infrastructure/tools.js'
export * from './root.js'
