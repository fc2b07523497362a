import { Badge } from '@/components/ui/badge';
import { Pagination } from '@/components/ui/list/pagination';
import { Tab, Tabs } from '@/components/ui/tabs';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/list/table';
import type { Sample } from './sample';

/** Gallery section with tabs, table rows and the links between the pages of a list. */
export function GalleryLists({ sample }: { sample: Sample }) {
  return (
    <>
      <Tabs label={sample.sections.lists}>
        {sample.views.map((view, index) => (
          <Tab
            key={view}
            href={`?view=${index}`}
            current={index === 1}
            count={index === 0 ? undefined : index * 12}
          >
            {view}
          </Tab>
        ))}
      </Tabs>
      <div className="sm:rounded-card sm:border sm:border-line">
        <Table
          caption={sample.sections.lists}
          stickyHead
          head={
            <>
              <HeaderCell>{sample.columns[0]}</HeaderCell>
              <HeaderCell>{sample.columns[1]}</HeaderCell>
              <HeaderCell className="text-end">{sample.columns[2]}</HeaderCell>
            </>
          }
        >
          {[1042, 1041, 1040].map((number) => (
            <Row key={number}>
              <Cell className="font-bold max-sm:order-1">
                <a href={`#${number}`} className="text-brand after:absolute after:inset-0">
                  <bdi>{number}</bdi>
                </a>
              </Cell>
              <Cell className="max-sm:order-3">
                {number === 1041 ? sample.long : <Badge tone="good">{sample.word}</Badge>}
              </Cell>
              <Cell className="text-end font-bold max-sm:order-2">
                <bdi>{number * 3}</bdi>
              </Cell>
            </Row>
          ))}
        </Table>
      </div>
      <Pagination later={null} earlier="?before=1040" />
      <Pagination later="?after=1042" earlier="?before=1040" />
    </>
  );
}
