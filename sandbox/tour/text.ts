import type { GoalName, StopName } from './stops';

/** The texts of one stop of the tour. */
export type StopText = {
  title: string;
  /** The paragraphs that say what happens at the stop and why the app is built like this. */
  story: string[];
  /** The steps that the reader does at the stop, in sequence. */
  steps: string[];
};

/** The texts that each language of the tour must provide. */
export type Texts = {
  tour: string;
  /** The text in the header of a stop of the tour, such as "Stop 2 of 7". */
  place: (number: number, count: number) => string;
  stops: Record<StopName, StopText>;
  /** The texts of the stop `answer` if no host can kill the app (TourHost). */
  lostAnswer: StopText;
  goals: Record<GoalName, string>;
  todo: string;
  goalsTitle: string;
  goalsHint: string;
  reached: string;
  open: string;
  requests: string;
  events: string;
  rows: string;
  appRows: string;
  appRowsHint: string;
  /** Stands in the place of the rows of the app if no host can read them (TourHost). */
  noAppRows: string;
  nothing: string;
  /**
   * `xray` is the text of the link to the screen for developers, where the reader switches on the X-ray. The X-ray shows
   * where the data of a screen comes from. `xrayBack` is the text of the link from there back to the stop.
   */
  xray: string;
  xrayHint: string;
  xrayBack: string;
  source: string;
  stale: string;
  previous: string;
  next: string;
  otherLanguage: string;
  portal: string;
  admin: string;
  /** Text of the link to the page of the store admin on which the app is installed. */
  apps: string;
  notInstalled: string;
  goToInstall: string;
  noOrder: string;
  goToPrice: string;
  noAnswer: string;
  screen: (number: number) => string;
  press: { killApp: string; loseAnswer: string; loseEvent: string; uninstall: string; phone: string };
  pressed: { killApp: string; loseAnswer: string; loseEvent: string; uninstall: string };
  link: string;
  badLink: string;
};
