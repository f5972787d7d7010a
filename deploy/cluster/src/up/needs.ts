import { access, constants } from 'node:fs/promises'
import { ClusterFailure } from './commands.js'

/** Commands, and the Debian package of each. */
const NEEDS: Readonly<Record<string, string>> = {
  containerd: 'containerd',
  ctr: 'containerd',
  runc: 'runc',
  conntrack: 'conntrack',
  debootstrap: 'debootstrap',
  ethtool: 'ethtool',
  ffmpeg: 'ffmpeg',
  go: 'golang',
  ip: 'iproute2',
  nsenter: 'util-linux',
  openssl: 'openssl',
  socat: 'socat',
  sysctl: 'procps',
  tini: 'tini',
  unshare: 'util-linux',
  'xtables-legacy-multi': 'iptables',
  '/usr/lib/cni/bridge': 'containernetworking-plugins',
}
const FOLDERS = ['/usr/local/go/bin', '/usr/local/sbin', '/usr/sbin', '/sbin']

/** Throws a {@link ClusterFailure} that says what to install. */
export async function checkNeeds(): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new ClusterFailure('A cluster needs Linux and root: it makes namespaces, mounts and cgroups.')
  const folders = [...(process.env['PATH'] ?? '').split(':'), ...FOLDERS]
  const missing = new Set<string>()
  for (const [command, debian] of Object.entries(NEEDS)) {
    const paths = command.startsWith('/') ? [command] : folders.map((folder) => `${folder}/${command}`)
    const found = await Promise.all(paths.map(canRun))
    if (!found.includes(true)) missing.add(debian)
  }
  if (missing.size > 0)
    throw new ClusterFailure(`Install these first: apt-get install --no-install-recommends ${[...missing].join(' ')}`)
}

const canRun = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
