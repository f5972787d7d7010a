import { checkNode, ensureBuilt, ensurePackages, fail } from '../local/bootstrap.mjs'

checkNode()
await ensurePackages()
await ensureBuilt()
const { operateCluster } = await import('./dist/index.js')
const passed = await operateCluster(process.argv.slice(2), (line) => console.log(line)).catch((error) =>
  fail(error.message),
)
process.exit(passed ? 0 : 1)
