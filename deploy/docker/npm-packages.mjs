/**
 * Returns a workspace's packages as CycloneDX components, because `npm sbom` differs between patch versions. Throws
 * when one is missing.
 */
export function npmPackages(packages, workspace) {
  const components = new Map()
  const dependencies = []
  const visit = (path) => {
    const ref = refOf(path, packages[path])
    if (components.has(ref)) return ref
    components.set(ref, componentOf(path, packages[path], ref))
    const dependsOn = installedDependencies(packages, path).map(visit)
    dependencies.push({ ref, dependsOn: [...new Set(dependsOn)].sort() })
    return ref
  }
  const root = visit(workspace)
  components.delete(root)
  return { root, components: [...components.values()], dependencies }
}

function installedDependencies(packages, path) {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = packages[path]
  const isOptional = (name) => name in optionalDependencies || peerDependenciesMeta[name]?.optional === true
  const names = new Set([dependencies, optionalDependencies, peerDependencies].flatMap(Object.keys))
  return [...names].flatMap((name) => {
    const found = resolve(packages, path, name)
    if (found === undefined && !isOptional(name)) throw new Error(`${path} needs ${name}, which is not installed`)
    return found === undefined ? [] : [found]
  })
}

function resolve(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    const found = packages[candidate]
    if (found) return found.link ? found.resolved : candidate
    if (folder === '') return undefined
  }
}

const nameOf = (path, { name }) => name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

const purlOf = (name, version) =>
  `pkg:npm/${encodeURIComponent(name).replace('%2F', '/')}@${encodeURIComponent(version)}`

const refOf = (path, entry) => purlOf(nameOf(path, entry), entry.version)

function componentOf(path, entry, ref) {
  const [, group, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(nameOf(path, entry))
  return {
    'bom-ref': ref,
    type: 'library',
    ...(group === undefined ? {} : { group }),
    name,
    version: entry.version,
    purl: ref,
    scope: entry.optional ? 'optional' : 'required',
    ...(typeof entry.license === 'string' ? { licenses: [licenceOf(entry.license)] } : {}),
    ...(entry.integrity === undefined ? {} : { hashes: [hashOf(entry.integrity)] }),
  }
}

const licenceOf = (text) => (/^[A-Za-z0-9.+-]+$/.test(text) ? { license: { id: text } } : { expression: text })

function hashOf(integrity) {
  const [, algorithm, digest] = /^sha(\d+)-([^ ]+)/.exec(integrity)
  return { alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }
}
