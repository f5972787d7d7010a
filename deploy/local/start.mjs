import { checkNode, ensureBuilt, ensurePackages } from './bootstrap.mjs'

checkNode()
ensurePackages()
ensureBuilt()
const { main } = await import('./dist/start.js')
await main()
