export { DASHBOARDS, dashboardFiles } from './dashboards/index.js'
export { readPromql, type Matcher, type Reading, type Selector } from './promql.js'
export { findPromtool, obtainPromtool } from './promtool.js'
export {
  allExpressions,
  DASHBOARD_FILES,
  FOREIGN_METRICS,
  isAlert,
  readRules,
  REPOSITORY,
  RULE_TESTS,
  RULES,
  RUNBOOKS,
  runbookExpressions,
  type Alert,
  type Expression,
  type ForeignMetric,
  type Recording,
  type Rule,
} from './rules.js'
