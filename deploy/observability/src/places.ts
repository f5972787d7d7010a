const root = new URL('../../../', import.meta.url)

/** Where the files are that operators use. */
export const RULES = new URL('deploy/observability/rules/', root)
export const DASHBOARD_FILES = new URL('deploy/observability/dashboards/', root)
export const RUNBOOKS = new URL('deploy/observability/runbooks/', root)
export const REPOSITORY = root
