import { execFileSync } from 'node:child_process'

const PIPES = ['ignore', 'pipe', 'pipe']

/**
 * Returns files that differ from where the branch left `since`, without deleted ones. Throws if git does not know
 * `since`.
 */
export function changedFiles(root, since = 'HEAD') {
  const git = (...args) => {
    const text = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: PIPES })
    return text.split('\n').filter(Boolean)
  }
  const [base] = git('merge-base', since, 'HEAD')
  return [...git('diff', '--name-only', '--diff-filter=d', base), ...git('ls-files', '--others', '--exclude-standard')]
}
