import { serveTasks } from '../../workers/serve-tasks.js'
import { createGenerator } from './generator.js'

serveTasks(createGenerator())
