// What a release says of its images: pure functions of publish.mjs.

/** The digest under which a repository has an image. `listed`: RepoDigests of docker, as JSON. */
export function digestIn(listed, repository) {
  const found = JSON.parse(listed).find((one) => one.startsWith(`${repository}@`))
  if (found === undefined) throw new Error(`docker has no digest of ${repository}: was it pushed?`)
  return found.slice(repository.length + 1)
}

const lines = (digests, indent) =>
  Object.entries(digests)
    .map(([name, digest]) => `${indent}${name}: ${digest}\n`)
    .join('')

/** Values for the chart: `images.digests`. */
export const digestsFile = (digests) => `images:\n  digests:\n${lines(digests, '    ')}`

/** The chart's values with these digests as defaults. */
export function chartWithDigests(values, digests) {
  const empty = /^ {2}digests: \{\}\n/m
  if (!empty.test(values)) throw new Error('values.yaml has no line "digests: {}" to fill')
  return values.replace(empty, `  digests:\n${lines(digests, '    ')}`)
}

/** SLSA provenance, version 1, of a run on hosted runners. Names are of its own variables. */
export function provenanceOf(environment) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_REF: ref, GITHUB_SHA: sha } = environment
  const { GITHUB_RUN_ID: run, GITHUB_RUN_ATTEMPT: attempt } = environment
  const source = `${server}/${repository}`
  const path = '.github/workflows/publish.yml'
  return {
    buildDefinition: {
      buildType: 'https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1',
      externalParameters: { workflow: { ref, repository: source, path } },
      resolvedDependencies: [{ uri: `git+${source}@${ref}`, digest: { gitCommit: sha } }],
    },
    runDetails: {
      builder: { id: `${source}/${path}@${ref}` },
      metadata: { invocationId: `${source}/actions/runs/${run}/attempts/${attempt}` },
    },
  }
}
