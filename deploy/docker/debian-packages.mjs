import { readFileSync } from 'node:fs'

/** Returns dpkg's packages as CycloneDX components, named after source packages as in advisories. */
export function debianPackages(status, osRelease) {
  const { ID, VERSION_ID } = named(readFileSync(osRelease, 'utf8').matchAll(/^(\w+)="?([^"\n]*)"?$/gm))
  return readFileSync(status, 'utf8')
    .split('\n\n')
    .map((paragraph) => named(paragraph.matchAll(/^([A-Za-z-]+): (.*)$/gm)))
    .filter(({ Status }) => Status === 'install ok installed')
    .map((fields) => component(fields, `${ID}-${VERSION_ID}`))
}

const named = (matches) => Object.fromEntries(Array.from(matches, ([, name, value]) => [name, value]))

function component({ Package: name, Version: version, Architecture: arch, Source, Maintainer, Homepage }, distro) {
  const [, source = name, sourceVersion = version] = /^(\S+)(?: \((.+)\))?$/.exec(Source ?? name) ?? []
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${arch}&distro=${distro}`
  return {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    purl,
    ...(Maintainer === undefined ? {} : { publisher: Maintainer }),
    ...(Homepage === undefined ? {} : { externalReferences: [{ type: 'website', url: Homepage }] }),
    properties: [
      { name: 'kla:debian:source', value: source },
      { name: 'kla:debian:source-version', value: sourceVersion },
    ],
  }
}
