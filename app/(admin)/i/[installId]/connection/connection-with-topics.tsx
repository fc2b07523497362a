'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import type { ComponentProps } from 'react';
import { ConnectionScreen } from '@/components/mirror/connection-screen';
import { findMissingTopics } from '@/components/webhooks/find-missing-topics';
import type { MissingTopicsProps } from '@/components/webhooks/missing-topics';
import { subscriptionOptions } from '@/components/webhooks/webhooks-queries';

/**
 * The code of MissingTopics is loaded only if there is a webhook topic for which the platform sends no events to this
 * app.
 */
const MissingTopics = dynamic(() =>
  import('@/components/webhooks/missing-topics').then(({ MissingTopics: banner }) => banner),
);

type ConnectionWithTopicsProps = Omit<ComponentProps<typeof ConnectionScreen>, 'missing'> &
  Pick<MissingTopicsProps, 'change' | 'delays'>;

/**
 * Connection screen, with the topics that are missing in the webhook subscription. The subscription is read from the
 * platform on each visit, because no event reports its changes. The modules of the screen and of the topics do not
 * import each other, so this component connects them.
 */
export function ConnectionWithTopics({ change, delays, ...screen }: ConnectionWithTopicsProps) {
  const { installId } = screen;
  const { data } = useQuery(subscriptionOptions(installId));
  const { granted, missing } = data ? findMissingTopics(data) : { granted: [], missing: [] };
  return (
    <ConnectionScreen
      {...screen}
      missing={
        missing.length > 0 && (
          <MissingTopics
            installId={installId}
            missing={missing}
            granted={granted}
            change={change}
            delays={delays}
          />
        )
      }
    />
  );
}
