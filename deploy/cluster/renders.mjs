import { checkNode, ensurePackages, fail, run } from '../local/bootstrap.mjs'

checkNode()
await ensurePackages()
await run(
  process.execPath,
  ['node_modules/typescript-native/bin/tsc', '-b', 'deploy/cluster', 'deploy/local'],
  'It could not be built.',
)
const { obtainTools, writeRenders, writeValueKeys, writeValuesTable } = await import('./dist/index.js')
const { writeStoreUsers } = await import('../local/dist/index.js')
console.log(await writeStoreUsers())
await writeValueKeys()
await writeValuesTable()
const { helm, missing } = await obtainTools()
if (!helm) fail(`Missing: ${missing.join(', ')}`)
for (const name of await writeRenders(helm)) console.log(`deploy/cluster/renders/${name}.yaml`)
