import { checkNode, ensurePackages, fail, run } from '../local/bootstrap.mjs'

checkNode()
await ensurePackages()
await run(
  process.execPath,
  ['node_modules/typescript-native/bin/tsc', '-b', 'deploy/cluster'],
  'It could not be built.',
)
const { stopCluster } = await import('./dist/index.js')
const clean = await stopCluster((line) => console.log(line)).catch((error) => fail(error.message))
process.exitCode = clean ? 0 : 1
