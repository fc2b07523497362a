import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@/tests/stages/stage';
import { changedBy } from '@/tests/support/recipes/diffs';

export const exercisesFolder = 'docs/exercises';

/** An exercise of docs/exercises: a page, and a folder with two diffs. Every path starts at the root of the repository. */
export interface Exercise {
  number: number;
  title: string;
  /** The text between the title and the first heading. It states the goal of the exercise. */
  goal: string;
  /** Path of the page of the exercise. */
  page: string;
  /** Paths of the diffs: the change with which the exercise starts, and the change that solves it. */
  start: string;
  solution: string;
  /** Paths of the files that either of the two diffs changes. */
  changed: string[];
  /** The test that checks the goal of the exercise: its project of Vitest, its file and a pattern of its name. */
  test: { project: string; file: string; name: string };
  /** A part of the output that the test prints before the exercise is solved. */
  failsWith: string;
}

/** Reads all exercises, in the order of their numbers. */
export function readExercises(): Exercise[] {
  return readdirSync(path.join(root, exercisesFolder))
    .filter((file) => /^\d+-.+\.md$/.test(file))
    .map(readExercise)
    .sort((one, other) => one.number - other.number);
}

function readExercise(file: string): Exercise {
  const page = `${exercisesFolder}/${file}`;
  const [start, solution] = ['start', 'solution'].map((name) => page.replace('.md', `/${name}.diff`));
  if (start === undefined || solution === undefined) throw new Error(`${page} has no diffs`);
  const text = readText(page);
  const [, number, title, goal] = /^# (\d+)\. (.+)\n\n([\s\S]+?)\n\n## /.exec(text) ?? [];
  const [, project, testFile, name] = /`npx vitest run --project (\w+) (\S+) -t "([^"`]+)"`/.exec(text) ?? [];
  const [, failsWith] = /fails with `([^`]+)`/.exec(text) ?? [];
  if (!number || !title || !goal || !project || !testFile || !name || !failsWith)
    throw new Error(`${page} has no title, goal, test or text of its failure`);
  return {
    number: Number(number),
    title,
    goal,
    page,
    start,
    solution,
    changed: [...new Set([start, solution].flatMap((diff) => changedBy(readText(diff))))],
    test: { project, file: testFile, name },
    failsWith,
  };
}

const readText = (file: string) => readFileSync(path.join(root, file), 'utf8');
