import { checkNode, ensureBuilt, ensurePackages, stopSignal } from '../local/bootstrap.mjs'

checkNode()
const signal = stopSignal()
await ensurePackages(signal)
await ensureBuilt(signal)
const { main } = await import('./dist/drill/drill-restore.js')
await main(signal)
