-- kind: expand
-- Every order within the groups of a list is read from an index: without one the whole first group is sorted for a page.
create index case_rows_applicants_desc_idx on case_rows (applicants_group, status_position desc, updated_at desc, case_id desc);
create index case_rows_applicants_newest_idx on case_rows (applicants_group, updated_at desc, case_id desc);
create index case_rows_applicants_oldest_idx on case_rows (applicants_group, updated_at, case_id desc);
create index case_rows_people_desc_idx on case_rows (people_sort, status_position desc, updated_at desc, case_id desc);
create index case_rows_people_newest_idx on case_rows (people_sort, updated_at desc, case_id desc);
create index case_rows_people_oldest_idx on case_rows (people_sort, updated_at, case_id desc);
