import { checkNode, ensureBuilt, ensurePackages, stopSignal } from './bootstrap.mjs'

checkNode()
const stopping = stopSignal()
await ensurePackages(stopping)
await ensureBuilt(stopping)
const { main } = await import('./dist/start.js')
await main(stopping, { watch: process.argv.includes('--watch') })
