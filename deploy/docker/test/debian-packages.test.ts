import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly properties: readonly { readonly name: string; readonly value: string }[]
}
const { debianPackages } = (await import(fileURLToPath(new URL('../debian-packages.mjs', import.meta.url)))) as {
  debianPackages(status: string, osRelease: string): Component[]
}

const STATUS = `Package: ffmpeg
Status: install ok installed
Architecture: amd64
Version: 7:7.1.5-0+deb13u1
Description: tools
 Package: not a field, but a line of the description

Package: libc-bin
Status: install ok installed
Architecture: amd64
Source: glibc (2.41-12)
Version: 2.41-12+b1
Conffiles:
 /etc/ld.so.conf 4317c6de8564b68d628c21efa96b37e4

Package: gone
Status: deinstall ok config-files
Architecture: all
Version: 1
`

test('lists installed packages with their source, without removed ones', () => {
  expect(packages()).toEqual([
    expect.objectContaining({
      name: 'ffmpeg',
      version: '7:7.1.5-0+deb13u1',
      purl: 'pkg:deb/debian/ffmpeg@7%3A7.1.5-0%2Bdeb13u1?arch=amd64&distro=debian-13',
      properties: source('ffmpeg', '7:7.1.5-0+deb13u1'),
    }),
    expect.objectContaining({ name: 'libc-bin', version: '2.41-12+b1', properties: source('glibc', '2.41-12') }),
  ])
})

function packages(): Component[] {
  const folder = mkdtempSync(join(tmpdir(), 'kla-debian-packages-'))
  writeFileSync(join(folder, 'status'), STATUS)
  writeFileSync(join(folder, 'os-release'), 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_ID="13"\nID=debian\n')
  return debianPackages(join(folder, 'status'), join(folder, 'os-release'))
}

const source = (name: string, version: string): object[] => [
  { name: 'kla:debian:source', value: name },
  { name: 'kla:debian:source-version', value: version },
]
