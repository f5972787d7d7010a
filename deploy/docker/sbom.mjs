// Writes the bill of materials of an image in CycloneDX: what npm installed, Node itself, and what dpkg lists.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { debianPackages } from './debian-packages.mjs'

const { image: named, workspace, version, system, output, node } = parseArgs({
  options: {
    // The image's name; the workspace's unless given.
    image: { type: 'string' },
    workspace: { type: 'string' },
    version: { type: 'string' },
    // A folder with dpkg's status file, or a part of it, and os-release.
    system: { type: 'string' },
    output: { type: 'string' },
    // Whether the image has Node.
    node: { type: 'boolean', default: false },
  },
}).values

describeWhatIsInstalled()
const { name } = readJson(`${workspace}/package.json`)
const command = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', `--workspace=${name}`]
const bom = JSON.parse(execFileSync('npm', command, { encoding: 'utf8', maxBuffer: 2 ** 26 }))

const called = named || name.replace('@', '')
const image = { 'bom-ref': `${called}@${version}#image`, type: 'container', name: called, version }
const added = [...(node ? [nodeItself()] : []), ...debianPackages(`${system}/status`, `${system}/os-release`)]
const root = bom.metadata.component['bom-ref']
bom.metadata.component = image
bom.components.push(...added)
const ofRoot = bom.dependencies.find(({ ref }) => ref === root)
ofRoot.ref = image['bom-ref']
ofRoot.dependsOn.push(...added.map((part) => part['bom-ref']))
writeFileSync(output, JSON.stringify(bom))
console.log(`${output}: ${bom.components.length} components, ${added.length} of them not from npm`)

/** npm lists no tree whose manifests ask for more than is there: packages to develop with, other workspaces. */
function describeWhatIsInstalled() {
  const workspaces = globSync('node_modules/@kla/*').map((link) => relative('.', realpathSync(link)))
  for (const folder of ['.', ...workspaces]) {
    const { devDependencies: _, ...manifest } = readJson(`${folder}/package.json`)
    const described = folder === '.' ? { ...manifest, version: '0.0.0', workspaces } : manifest
    writeFileSync(`${folder}/package.json`, JSON.stringify(described))
  }
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
