import { build, checkNode, ensurePackages, fail } from '../local/bootstrap.mjs'

checkNode()
await ensurePackages()
await build(['deploy/cluster', 'deploy/local'])
const { obtainTools, writeRenders, writeValueKeys, writeValuesTable } = await import('./dist/index.js')
const { writeStoreUsers } = await import('../local/dist/index.js')
console.log(await writeStoreUsers())
await writeValueKeys()
await writeValuesTable()
const { helm, missing } = await obtainTools()
if (!helm) fail(`Missing: ${missing.join(', ')}`)
for (const name of await writeRenders(helm)) console.log(`deploy/cluster/renders/${name}.yaml`)
