import { ADDRESSES, type Place, PLACES, type UserName, USERS } from './places.js'

export const PAUSE_IMAGE = 'docker.io/kla/pause:1'
/** Path on the node's own /run, as socket paths must be short. */
export const CONTAINERD_SOCKET = '/run/containerd/containerd.sock'

/** Returns the API server's token file: token, user, uid, groups. */
export const tokenFile = (tokens: Readonly<Record<UserName, string>>): string =>
  (Object.keys(USERS) as UserName[])
    .map((name) => `${tokens[name]},${USERS[name].user},${name},"${USERS[name].groups.join(',')}"\n`)
    .join('')

export const kubeconfig = (name: UserName, token: string, authority: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'kla',
    clusters: [{ name: 'kla', cluster: { server: ADDRESSES.server, 'certificate-authority': authority } }],
    users: [{ name, user: { token } }],
    contexts: [{ name: 'kla', context: { cluster: 'kla', user: name } }],
  })

/** Returns containerd's settings. Unusual: no process gets a lower OOM score, which needs CAP_SYS_RESOURCE. */
export const containerdConfig = (folder: string): string => `version = 2
root = "${folder}/containerd"
state = "/run/containerd/state"
[grpc]
  address = "${CONTAINERD_SOCKET}"
[plugins."io.containerd.internal.v1.opt"]
  path = "${folder}/opt"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${PAUSE_IMAGE}"
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "overlayfs"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
      [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
        SystemdCgroup = false
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${folder}/cni"
`

/** Returns the pods' network: a bridge in the node's namespace, without a way out of it. */
export const networkConfig = ({ pods }: Pick<Place, 'pods'>): string =>
  JSON.stringify({
    cniVersion: '1.0.0',
    name: 'kla',
    plugins: [
      {
        type: 'bridge',
        bridge: 'cni0',
        isGateway: true,
        ipMasq: false,
        hairpinMode: true,
        ipam: {
          type: 'host-local',
          ranges: [[{ subnet: pods }]],
          routes: [{ dst: '0.0.0.0/0' }],
        },
      },
      { type: 'portmap', capabilities: { portMappings: true } },
    ],
  })

export const kubeletConfig = ({ folder, cgroup }: Pick<Place, 'folder' | 'cgroup'>): string =>
  JSON.stringify({
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: false },
      x509: { clientCAFile: `${PLACES.node}/kubelet-client.crt` },
    },
    authorization: { mode: 'AlwaysAllow' },
    cgroupDriver: 'cgroupfs',
    ...(cgroup === undefined ? {} : { cgroupRoot: `/${cgroup}` }),
    failSwapOn: false,
    failCgroupV1: false,
    clusterDNS: [ADDRESSES.dns],
    clusterDomain: 'cluster.local',
    resolvConf: `${folder}/resolv.conf`,
    containerRuntimeEndpoint: `unix://${CONTAINERD_SOCKET}`,
    volumePluginDir: `${folder}/volume-plugins`,
    // Images come from an archive and cannot be pulled again.
    imageGCHighThresholdPercent: 100,
    evictionHard: { 'memory.available': '200Mi', 'nodefs.available': '3%', 'imagefs.available': '3%' },
  })

/** Returns kube-proxy's settings. Zeros: limits of connection tracking belong to the machine. */
export const proxyConfig = (kubeconfigFile: string, { name }: Pick<Place, 'name'>): string =>
  JSON.stringify({
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    mode: 'iptables',
    clusterCIDR: ADDRESSES.pods,
    hostnameOverride: name,
    clientConnection: { kubeconfig: kubeconfigFile },
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
  })
