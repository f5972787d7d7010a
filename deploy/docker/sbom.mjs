// Writes an image's CycloneDX bill of materials: npm, Node and dpkg packages.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { debianPackages } from './debian-packages.mjs'
import { npmPackages } from './npm-packages.mjs'

const {
  image: named,
  workspace,
  version,
  system,
  output,
  node,
} = parseArgs({
  options: {
    image: { type: 'string' },
    workspace: { type: 'string' },
    version: { type: 'string' },
    system: { type: 'string' },
    output: { type: 'string' },
    node: { type: 'boolean', default: false },
  },
}).values

const { name } = readJson(`${workspace}/package.json`)
const called = named || name.replace('@', '')
const image = { 'bom-ref': `${called}@${version}#image`, type: 'container', name: called, version }
const npm = npmPackages(installed(readJson('node_modules/.package-lock.json').packages), workspace)
const added = [...(node ? [nodeItself()] : []), ...debianPackages(`${system}/status`, `${system}/os-release`)]
const ofImage = npm.dependencies.find(({ ref }) => ref === npm.root)
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: `urn:uuid:${randomUUID()}`,
  version: 1,
  metadata: { timestamp: new Date().toISOString(), component: image },
  components: [...npm.components, ...added],
  dependencies: [
    { ref: image['bom-ref'], dependsOn: [...ofImage.dependsOn, ...added.map((part) => part['bom-ref'])] },
    ...npm.dependencies.filter((of) => of !== ofImage),
  ],
}
writeFileSync(output, JSON.stringify(bom))
console.log(`${output}: ${bom.components.length} components, ${added.length} of them not from npm`)

function installed(packages) {
  return Object.fromEntries(Object.entries(packages).filter(([path]) => existsSync(path)))
}

function nodeItself() {
  const running = process.version.slice(1)
  return {
    'bom-ref': `pkg:generic/node@${running}`,
    type: 'application',
    name: 'node',
    version: running,
    purl: `pkg:generic/node@${running}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${running}:*:*:*:*:*:*:*`,
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
