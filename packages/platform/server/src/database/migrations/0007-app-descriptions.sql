alter table apps add column description_en text not null default '';
