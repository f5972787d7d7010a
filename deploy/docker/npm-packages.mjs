/**
 * What npm has installed below a workspace, as CycloneDX components with their dependencies, from the lock file that npm
 * leaves in `node_modules`. `npm sbom` judges the manifests as well, and its judgement of overrides and of workspaces
 * differs from one patch version to the next; what is installed does not.
 *
 * `packages`: of `node_modules/.package-lock.json`, by path. `workspace`: a path in it, such as services/auth. Throws when a
 * package is missing that another one needs.
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
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path]
  const isOptional = (name) => name in optionalDependencies || peerDependenciesMeta[name]?.optional === true
  const names = new Set([dependencies, optionalDependencies, peerDependencies].flatMap(Object.keys))
  return [...names].flatMap((name) => {
    const found = resolve(packages, path, name)
    if (found === undefined && !isOptional(name)) throw new Error(`${path} needs ${name}, which is not installed`)
    return found === undefined ? [] : [found]
  })
}

/** Where Node finds a package that the one at `path` imports; behind the link, where it is a workspace. */
function resolve(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    const found = packages[candidate]
    if (found) return found.link ? found.resolved : candidate
    if (folder === '') return undefined
  }
}

const nameOf = (path, { name }) => name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

// encodeURIComponent, but for the slash between a scope and a name.
const purlOf = (name, version) => `pkg:npm/${encodeURIComponent(name).replace('%2F', '/')}@${encodeURIComponent(version)}`

/** The same version may be installed twice: one component, and no need to tell them apart. */
const refOf = (path, entry) => purlOf(nameOf(path, entry), entry.version)

function componentOf(path, entry, ref) {
  const [, group, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(nameOf(path, entry))
  return {
    'bom-ref': ref,
    type: 'library',
    ...(group === undefined ? {} : { group }),
    ...{ name, version: entry.version, purl: ref, scope: entry.optional ? 'optional' : 'required' },
    ...(typeof entry.license === 'string' ? { licenses: [licenceOf(entry.license)] } : {}),
    ...(entry.integrity === undefined ? {} : { hashes: [hashOf(entry.integrity)] }),
  }
}

// An identifier of SPDX, or an expression of several.
const licenceOf = (text) => (/^[A-Za-z0-9.+-]+$/.test(text) ? { license: { id: text } } : { expression: text })

function hashOf(integrity) {
  const [, algorithm, digest] = /^sha(\d+)-([^ ]+)/.exec(integrity)
  return { alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }
}
