// Keeps the previous release's hashed assets for open pages.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const BUNDLES = ['app', 'console']
const OWN = 'own-assets'

const [web, previous] = process.argv.slice(2)
if (web === undefined || previous === undefined) {
  console.error('usage: keep-assets.mjs <folder of this release> <folder of the previous release>')
  process.exit(2)
}
const own = assetsIn(web)
writeFileSync(join(web, OWN), own.map((path) => `${path}\n`).join(''))

const before = ownOf(previous)
const unchanged = before.join() === own.join()
const kept = (unchanged ? assetsIn(previous) : before).filter((path) => !existsSync(join(web, path)))
for (const path of kept) cpSync(join(previous, path), join(web, path), { preserveTimestamps: true })
console.log(`${own.length} files of this release, ${kept.length} of the previous one`)

function assetsIn(folder) {
  return BUNDLES.flatMap((bundle) => {
    const assets = join(bundle, 'assets')
    if (!existsSync(join(folder, assets))) return []
    const entries = readdirSync(join(folder, assets), { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  }).sort()
}

function ownOf(folder) {
  const list = join(folder, OWN)
  return existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : assetsIn(folder)
}
