import { describe, expect, test } from '@jest/globals'
import {
  AREAS,
  differenceLines,
  differences,
  firewallRules,
  firstProcess,
  linkNames,
  type Machine,
  mountPoints,
  runtimeCgroups,
} from '@kla/cluster'

const EMPTY = Object.fromEntries(AREAS.map((area) => [area, []])) as unknown as Machine

describe('differences', () => {
  test('finds nothing between two equal machines', () => {
    const machine = { ...EMPTY, links: ['eth0', 'lo'] }
    expect(differences(machine, machine)).toEqual([])
  })

  test.each(AREAS)('finds what is left behind in %s', (area) => {
    const left = differences(EMPTY, { ...EMPTY, [area]: ['x'] })
    expect(differenceLines(left)).toEqual([`${area}: left behind: x`])
  })

  test('finds what a cluster took away', () => {
    const left = differences({ ...EMPTY, firewall: ['-A INPUT -j DROP'] }, EMPTY)
    expect(differenceLines(left)).toEqual(['firewall: missing: -A INPUT -j DROP'])
  })
})

describe('readings of the machine', () => {
  test('takes the place and the type of a mount', () => {
    const text = 'tmpfs /run tmpfs rw,size=4k 0 0\noverlay /work/x overlay rw,lowerdir=/a 0 0\n'
    expect(mountPoints(text)).toEqual(['/run tmpfs', '/work/x overlay'])
  })

  test('takes the name of a link without its peer', () => {
    const text = '1: lo: <LOOPBACK> mtu 65536\n7: veth1@if2: <BROADCAST> mtu 1500\n'
    expect(linkNames(text)).toEqual(['lo', 'veth1'])
  })

  test('takes cgroups of container runtimes, not those of sessions that come and go', () => {
    const paths = ['/c/memory/session/4f', '/c/memory/kubepods', '/c/cpu/k8s.io/x', '/c/pids/system.slice/cron.service']
    expect(runtimeCgroups(paths)).toEqual(['/c/cpu/k8s.io/x', '/c/memory/kubepods'])
  })

  test('takes rules, own chains and closed policies, without counters and comments', () => {
    const text =
      '# Generated on Sat\n*nat\n:PREROUTING ACCEPT [12:720]\n:KUBE-MARK - [0:0]\n:FORWARD DROP [0:0]\n-A OUTPUT -j KUBE-MARK\nCOMMIT\n'
    expect(firewallRules(text)).toEqual([':KUBE-MARK - [0:0]', ':FORWARD DROP [0:0]', '-A OUTPUT -j KUBE-MARK'])
  })
})

describe('firstProcess', () => {
  test('is tini, and neither unshare nor the process that carries the mark', () => {
    const processes = [
      { pid: 10, command: 'unshare --mount tini -- tail -f /x/alive' },
      { pid: 11, command: 'tini -- tail -f /x/alive' },
      { pid: 12, command: 'tail -f /x/alive' },
    ]
    expect(firstProcess(processes)).toBe(11)
    expect(firstProcess(processes.slice(0, 1))).toBeUndefined()
  })
})
