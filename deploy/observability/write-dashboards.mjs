import { readdir, rm, writeFile } from 'node:fs/promises'
import { DASHBOARD_FILES, dashboardFiles } from './dist/index.js'

for (const file of await readdir(DASHBOARD_FILES)) await rm(new URL(file, DASHBOARD_FILES))
for (const [file, text] of dashboardFiles()) await writeFile(new URL(file, DASHBOARD_FILES), text)
